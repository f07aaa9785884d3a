import asyncio, json
from asyncio.subprocess import PIPE
from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, PermissionUpdate

async def can_use_tool(tool_name, input, context):
    """Lets the person at sayso's pane decide. Whatever is not an answer is a no."""
    request = {k: v for k, v in vars(context).items() if v is not None and k not in ("signal", "suggestions")}
    request |= {"tool_name": tool_name, "input": input, "permission_suggestions": [s.to_dict() for s in context.suggestions]}
    sayso = await asyncio.create_subprocess_exec("sayso", "ask", stdin=PIPE, stdout=PIPE, stderr=PIPE)
    try:
        out, err = await sayso.communicate(json.dumps(request).encode())
    except asyncio.CancelledError:
        sayso.terminate()  # withdraws the ask
        raise
    result = json.loads(out) if sayso.returncode == 0 else {"behavior": "deny", "message": err.decode()}
    if result["behavior"] == "deny":
        return PermissionResultDeny(message=result["message"], interrupt=result.get("interrupt", False))
    updates = [PermissionUpdate.from_dict(update) for update in result.get("updatedPermissions", [])]
    return PermissionResultAllow(updated_input=result["updatedInput"], updated_permissions=updates)
