// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The HTTP side of export with a made-up source of texts, led by lines on
 * standard input; answers and events are lines on standard output.  tests/http/run
 * starts it and plays the clients.
 *
 * usage: driver [-c CONNECTIONS] [-r REQUEST_MS] [-i IDLE_MS] [-b BYTES] ADDRESS...
 * Without ADDRESS it takes the sockets systemd would pass.
 *
 * Commands: refresh (a new snapshot), unready, ready, ill WHY, well, stats,
 * files N (N more open files at most), quit.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <time.h>
#include <unistd.h>

#include "model/delta.h"
#include "model/synthetic.h"
#include "serve/http.h"
#include "serve/listen.h"
#include "util/log.h"
#include "view/html_page.h"

#define MOST_SOCKETS 8
#define MS_NS	     1000000ull

struct texts {
	uint64_t generation, published, renders;
	size_t bytes;
	bool unready;
	char ill[64];
	char *metrics[EXPOSITION_NR], *page;
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

/* Lines that tell format and snapshot apart, and whose order shows a text cut or mixed. */
static char *make_metrics(const struct texts *texts, enum exposition_format format)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *f = open_memstream(&text, &bytes);

	if (!f)
		return NULL;
	for (uint64_t i = 0; (size_t)ftell(f) < texts->bytes; i++)
		fprintf(f, "driver{format=\"%s\",line=\"%" PRIu64 "\"} %" PRIu64 "\n",
			format == EXPOSITION_OPENMETRICS ? "om" : "text", i, texts->generation);
	if (format == EXPOSITION_OPENMETRICS)
		fputs("# EOF\n", f);
	fclose(f);
	return text;
}

static int give_metrics(void *arg, enum exposition_format format, const char **text,
			size_t *bytes)
{
	struct texts *texts = arg;
	char **kept = &texts->metrics[format];

	if (texts->unready)
		return -EAGAIN;
	if (!*kept) {
		*kept = make_metrics(texts, format);
		texts->renders++;
	}
	if (!*kept)
		return -ENOMEM;
	*text = *kept;
	*bytes = strlen(*kept);
	return 0;
}

/* The page of a synthetic host's second. */
static char *make_page(void)
{
	struct html_page_opts opts = {.rows = 10, .metrics = "/metrics"};
	struct synthetic_spec spec;
	struct snapshot *now = NULL;
	struct source *source;
	char *text = NULL;
	size_t bytes = 0;
	FILE *f = open_memstream(&text, &bytes);

	synthetic_spec__parse("cpus=2,cgroups=5,names=odd,clock=run", &spec, NULL);
	source = synthetic__new(&spec);
	if (f && source && source->ops->wait(source, SYNTHETIC_START_NS + 1000 * MS_NS, -1) >= 0 &&
	    !source->ops->read(source, &now)) {
		struct snapshot *delta = delta__new(NULL, now);

		html_page__print(f, delta, &opts);
		snapshot__free(delta);
		snapshot__free(now);
	}
	if (source)
		source->ops->close(source);
	if (f)
		fclose(f);
	return text;
}

static int give_page(void *arg, const char **text, size_t *bytes)
{
	struct texts *texts = arg;

	if (texts->unready)
		return -EAGAIN;
	if (!texts->page)
		texts->page = make_page();
	if (!texts->page)
		return -ENOMEM;
	*text = texts->page;
	*bytes = strlen(texts->page);
	return 0;
}

static const char *give_ill(void *arg)
{
	struct texts *texts = arg;

	return texts->ill[0] ? texts->ill : NULL;
}

static void note_published(void *arg)
{
	struct texts *texts = arg;

	texts->published++;
	printf("published %" PRIu64 "\n", texts->generation);
}

static void drop_texts(struct texts *texts)
{
	for (int format = 0; format < EXPOSITION_NR; format++) {
		free(texts->metrics[format]);
		texts->metrics[format] = NULL;
	}
	free(texts->page);
	texts->page = NULL;
}

static unsigned int open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n > 3 ? n - 3 : 0; /* ".", ".." and the folder itself */
}

static long resident_kib(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long size, resident = -1;

	if (f && fscanf(f, "%ld %ld", &size, &resident) != 2)
		resident = -1;
	if (f)
		fclose(f);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void print_stats(const struct texts *texts, const struct http *http)
{
	struct exporter_stats stats = {0};

	http__stats(http, &stats);
	printf("stats {\"files\": %u, \"kib\": %ld, \"generation\": %" PRIu64
	       ", \"published\": %" PRIu64 ", \"renders\": %" PRIu64 ", \"connections\": %" PRIu64
	       ", \"refused\": %" PRIu64,
	       open_files(), resident_kib(), texts->generation, texts->published, texts->renders,
	       stats.connections, stats.connections_refused);
	for (int digit = 1; digit < 6; digit++)
		printf(", \"%dxx\": %" PRIu64, digit, stats.requests[digit]);
	puts("}");
}

static void allow_files(unsigned int more)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = open_files() + more;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		perror("setrlimit");
}

/* Returns false at the end. */
static bool obey(char *line, struct texts *texts, struct http *http)
{
	char *arg = strchr(line, ' ');

	if (arg)
		*arg++ = '\0';
	if (!strcmp(line, "refresh")) {
		texts->generation++;
		http__refreshed(http);
		drop_texts(texts);
	} else if (!strcmp(line, "unready") || !strcmp(line, "ready")) {
		texts->unready = *line == 'u';
	} else if (!strcmp(line, "ill") || !strcmp(line, "well")) {
		snprintf(texts->ill, sizeof(texts->ill), "%s", arg ?: "");
	} else if (!strcmp(line, "stats")) {
		print_stats(texts, http);
		return true;
	} else if (!strcmp(line, "files")) {
		allow_files((unsigned int)atoi(arg ?: "0"));
	} else {
		return false;
	}
	printf("done %s\n", line);
	return true;
}

static int port_of(int fd)
{
	struct sockaddr_storage at;
	socklen_t bytes = sizeof(at);

	if (getsockname(fd, (struct sockaddr *)&at, &bytes))
		return -1;
	switch (at.ss_family) {
	case AF_INET:
		return ntohs(((struct sockaddr_in *)&at)->sin_port);
	case AF_INET6:
		return ntohs(((struct sockaddr_in6 *)&at)->sin6_port);
	default:
		return 0;
	}
}

static int timeout_ms(struct http *http)
{
	uint64_t now = now_ns(), at = http__deadline_ns(http, now);

	if (at == UINT64_MAX)
		return -1;
	return at <= now ? 0 : (int)((at - now + MS_NS - 1) / MS_NS);
}

/* As export's loop does: one thread, one place to sleep. */
static void serve(struct texts *texts, struct http *http)
{
	struct pollfd fds[2] = {
		{.fd = STDIN_FILENO, .events = POLLIN},
		{.fd = http__wake_fd(http), .events = POLLIN},
	};
	char line[128];

	for (;;) {
		poll(fds, 2, timeout_ms(http));
		http__run(http, now_ns());
		if (fds[0].revents && (!fgets(line, sizeof(line), stdin) ||
				       !obey(strtok(line, "\n") ?: line, texts, http)))
			return;
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	struct http_limits limits = {0};
	struct texts texts = {.generation = 1, .bytes = 20000};
	struct http_pages pages = {give_metrics, give_page, give_ill, note_published, &texts};
	int fds[MOST_SOCKETS], n = 0, opt;
	struct http *http;

	while ((opt = getopt(argc, argv, "c:r:i:b:")) != -1) {
		unsigned int value = (unsigned int)atoi(optarg ?: "0");

		if (opt == 'c')
			limits.connections = value;
		else if (opt == 'r')
			limits.request_ms = value;
		else if (opt == 'i')
			limits.idle_ms = value;
		else if (opt == 'b')
			texts.bytes = value;
		else
			return EXIT_FAILURE;
	}
	setvbuf(stdin, NULL, _IONBF, 0); /* poll sees what stdio does not hold */
	log__set_verbose(true);
	for (; optind + n < argc && n < MOST_SOCKETS; n++) {
		fds[n] = listen__open(argv[optind + n]);
		if (fds[n] < 0)
			return EXIT_FAILURE;
	}
	if (!n)
		n = listen__inherited(fds, MOST_SOCKETS);
	if (n <= 0 || http__new(fds, (size_t)n, &pages, &limits, &http))
		return EXIT_FAILURE;
	printf("ready");
	for (int i = 0; i < n; i++)
		printf(" %d", port_of(fds[i]));
	printf(" %s\n", getenv("LISTEN_FDS") ? "LISTEN_FDS" : http__library());
	fflush(stdout);
	serve(&texts, http);
	http__free(http);
	drop_texts(&texts);
	for (int i = optind; i < argc; i++)
		listen__forget(argv[i]);
	printf("ended %u\n", open_files());
	return EXIT_SUCCESS;
}
