/** What a program of the portal is started with by its host's npm scripts, and nothing of the test's own variables. */
export function hostVariables(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production" };
}
