/* The round trip of "sayso hook" in C, with none of its care. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char payload[1 << 20], answers[1 << 20];

int main(void) {
	size_t n = fread(payload, 1, sizeof payload - 1, stdin);
	for (size_t i = 0; i < n; i++)
		if (payload[i] == '\n') payload[i] = ' ';
	const char *path = getenv("SAYSO_SOCKET");
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	if (!path || strlen(path) >= sizeof at.sun_path) return 0;
	strcpy(at.sun_path, path);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at)) return 0;
	dprintf(fd, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":{\"protocol\":3,\"version\":\"rival\"}}\n");
	dprintf(fd, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ask\",\"params\":{\"door\":\"hook\",\"payload\":%s}}\n", payload);
	size_t got = 0;
	int lines = 0;
	while (lines < 2 && got < sizeof answers - 1) {
		ssize_t more = read(fd, answers + got, sizeof answers - 1 - got);
		if (more <= 0) return 0;
		for (ssize_t i = 0; i < more; i++) lines += answers[got + i] == '\n';
		got += more;
	}
	const char *behavior = strstr(answers, "\"behavior\":\"allow\"") ? "allow" : "deny";
	printf("{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":{\"behavior\":\"%s\"}}}\n", behavior);
	fflush(stdout);
	dprintf(fd, "{\"jsonrpc\":\"2.0\",\"method\":\"delivered\",\"params\":{\"id\":2}}\n");
	return 0;
}
