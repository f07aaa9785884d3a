// A guard as other people write them: some calls are a person's to decide.
export function register(on) {
  on("tool.check", async ($, e, next) => {
    const verdict = await next(e)
    return JSON.stringify(e.input).includes("guarded") ? { decision: "ask", reason: "the guard wants a look" } : verdict
  })
}
