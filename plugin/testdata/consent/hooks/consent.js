// A button above the prompt; pressing it makes a call with the person's words.
export function register(on) {
  on("ui.render", { component: "AbovePrompt" }, async ($, e, next) => {
    const { Box, Button } = $.ui.resolve(e)
    const press = () => $.tool.call({ tool: "Bash", command: "touch guarded", consent: 'The user pressed "1: Make it"' })
    return h(Box, null, await next(e), h(Button, { key: "make", label: "Make it", hotkey: "1", plain: true, onPress: press }))
  })
}
