/** „Firefox 140 auf Linux“; a browser that does not say its name in a known way is quoted. */
export function browserName(userAgent: string): string {
  const [, name, version] =
    /(Edg|OPR|SamsungBrowser|Firefox|CriOS|FxiOS)\/(\d+)/.exec(userAgent) ??
    /(Chrome)\/(\d+)/.exec(userAgent) ??
    /(?=.*Safari)(Version)\/(\d+)/.exec(userAgent) ??
    [];
  if (!name) return userAgent.slice(0, 300);
  const names: Record<string, string> = {
    Edg: "Edge",
    OPR: "Opera",
    SamsungBrowser: "Samsung Internet",
    CriOS: "Chrome",
    FxiOS: "Firefox",
    Version: "Safari",
  };
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0]?.replace(" OS X", "OS");
  return `${names[name] ?? name} ${version}${system ? ` auf ${system}` : ""}`;
}
