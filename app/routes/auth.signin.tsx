export const handle = { secure: false };

export default function SignInPage() {
  return <h1>Anmelden</h1>;
}
