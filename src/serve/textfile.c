// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A new temporary file for each write, held under flock(2) while it is being
 * written: one that can be locked belongs to nobody any more.  chmod(2) is not
 * used, so that the sandbox need not allow it.
 */
#include "serve/textfile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/log.h"
#include "util/write_all.h"

#define SUFFIX	     ".prom"
#define TEMP_SUFFIX  ".memcgtop-tmp"
#define NAME_TRIES   100
#define LOG_EVERY_NS 60000000000ull

struct textfile {
	char *path;		/* folder/name, without links on the way */
	char *folder;
	const char *name;	/* in path */
	char temp[PATH_MAX];	/* of the write going on */
	dev_t dev;		/* of the folder at the start */
	ino_t ino;
	unsigned int next;	/* for temporary names */
	uint64_t writes, failures;
	uint64_t failing;	/* failures since the last success */
	uint64_t logged_ns;
};

static bool ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && !strcmp(text + n - m, end);
}

/* ".NAME.PID-N.memcgtop-tmp": hidden, and no .prom at its end. */
static bool is_our_temp(const struct textfile *file, const char *entry)
{
	size_t n = strlen(file->name);

	return entry[0] == '.' && !strncmp(entry + 1, file->name, n) && entry[n + 1] == '.' &&
	       ends_in(entry + n + 1, TEMP_SUFFIX);
}

static void remove_if_stale(int folder_fd, const char *entry)
{
	int fd = openat(folder_fd, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return;
	if (!flock(fd, LOCK_EX | LOCK_NB) && !unlinkat(folder_fd, entry, 0))
		log__verbose("textfile: took away %s, left by a run that was killed", entry);
	close(fd);
}

static void remove_stale(const struct textfile *file)
{
	DIR *dir = opendir(file->folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (is_our_temp(file, entry->d_name))
			remove_if_stale(dirfd(dir), entry->d_name);
	if (dir)
		closedir(dir);
}

/* A new file, locked, of mode 0644 whatever the umask; its name in file->temp. */
static int open_temp(struct textfile *file)
{
	int fd = -1, err = EEXIST;

	for (int i = 0; i < NAME_TRIES && fd < 0 && err == EEXIST; i++) {
		mode_t mask = umask(022);

		fd = -1;
		if (snprintf(file->temp, sizeof(file->temp), "%s/.%s.%d-%u" TEMP_SUFFIX,
			     file->folder, file->name, getpid(), file->next++) >=
		    (int)sizeof(file->temp))
			err = ENAMETOOLONG;
		else if ((fd = open(file->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)) < 0)
			err = errno;
		umask(mask);
	}
	if (fd >= 0)
		flock(fd, LOCK_EX | LOCK_NB); /* fails only where there are no locks */
	return fd >= 0 ? fd : -err;
}

static int replace(struct textfile *file, const char *text, size_t bytes)
{
	int fd = open_temp(file), err;

	if (fd < 0)
		return fd;
	err = write_all(fd, text, bytes);
	if (!err && rename(file->temp, file->path))
		err = -errno;
	if (err)
		unlink(file->temp);
	if (close(fd) && !err)
		log__verbose("textfile: closing %s: %s", file->path, strerror(errno));
	return err;
}

/* A folder made anew under the old name is another one, which the sandbox keeps shut. */
static bool folder_replaced(const struct textfile *file)
{
	struct stat st;

	return !stat(file->folder, &st) && (st.st_dev != file->dev || st.st_ino != file->ino);
}

static void tell_failure(struct textfile *file, int err, uint64_t now_ns)
{
	const char *remedy = "";

	if (file->failing > 1 && now_ns - file->logged_ns < LOG_EVERY_NS)
		return;
	file->logged_ns = now_ns;
	if (folder_replaced(file))
		remedy = "; its folder was made anew: restart memcgtop";
	if (file->failing == 1)
		log__error("--textfile %s: not written: %s%s; what was there stays", file->path,
			   strerror(-err), remedy);
	else
		log__error("--textfile %s: not written: %s%s; %" PRIu64 " writes in a row failed",
			   file->path, strerror(-err), remedy, file->failing);
}

int textfile__write(struct textfile *file, const char *text, size_t bytes, uint64_t now_ns)
{
	int err = replace(file, text, bytes);

	if (err) {
		file->failures++;
		file->failing++;
		tell_failure(file, err, now_ns);
		return err;
	}
	file->writes++;
	if (file->failing)
		log__warn("--textfile %s: written again, after %" PRIu64 " failed writes",
			  file->path, file->failing);
	file->failing = 0;
	return 0;
}

/*
 * What is at the target may be replaced if it is a file.  A link is refused: it
 * could only be replaced itself, and its owner would not expect that.  (One
 * that comes later is replaced itself; nothing is ever written through it.)
 */
static const char *bad_target(const char *path)
{
	struct stat st;

	if (lstat(path, &st))
		return errno == ENOENT ? NULL : strerror(errno);
	if (S_ISLNK(st.st_mode))
		return "is a symbolic link; name the file itself";
	if (S_ISDIR(st.st_mode))
		return "is a folder; name a file in it, such as memcgtop.prom";
	if (!S_ISREG(st.st_mode))
		return "is no regular file";
	return NULL;
}

/* Fills path, folder and name from a user's path. */
static int resolve(struct textfile *file, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) :
			       strdup(".");
	struct stat st;
	int err = 0;

	if (!folder)
		return -ENOMEM;
	file->folder = realpath(folder, NULL);
	if (!file->folder || stat(file->folder, &st))
		err = -errno;
	free(folder);
	if (err)
		return err;
	file->dev = st.st_dev;
	file->ino = st.st_ino;
	if (asprintf(&file->path, "%s/%s", strcmp(file->folder, "/") ? file->folder : "",
		     slash ? slash + 1 : path) < 0) {
		file->path = NULL;
		return -ENOMEM;
	}
	file->name = strrchr(file->path, '/') + 1;
	return 0;
}

/* Could a file be made there?  Tried with one, for no list of reasons is complete. */
static int try_folder(struct textfile *file)
{
	int fd = open_temp(file);

	if (fd < 0)
		return fd;
	unlink(file->temp);
	close(fd);
	return 0;
}

static int open_checked(struct textfile *file, const char *path)
{
	const char *bad;
	int err;

	if (!ends_in(path, SUFFIX) || ends_in(path, "/" SUFFIX) || !strcmp(path, SUFFIX)) {
		log__error("--textfile %s: the name must end in " SUFFIX
			   ", or node_exporter does not read it", path);
		return -EINVAL;
	}
	err = resolve(file, path);
	if (err) {
		log__error("--textfile %s: its folder: %s; make it first", path, strerror(-err));
		return err;
	}
	bad = bad_target(file->path);
	if (bad) {
		log__error("--textfile %s: %s", path, bad);
		return -EINVAL;
	}
	err = try_folder(file);
	if (err)
		log__error("--textfile %s: no file can be made in %s: %s; give user %u the right "
			   "to write there",
			   path, file->folder, strerror(-err), geteuid());
	return err;
}

int textfile__open(const char *path, struct textfile **out)
{
	struct textfile *file = calloc(1, sizeof(*file));
	int err;

	if (!file) {
		log__error("--textfile: out of memory");
		return -ENOMEM;
	}
	err = open_checked(file, path);
	if (err) {
		textfile__close(file);
		return err;
	}
	/* A limit on file sizes shall be an error of write(2), not our end. */
	signal(SIGXFSZ, SIG_IGN);
	remove_stale(file);
	*out = file;
	return 0;
}

void textfile__close(struct textfile *file)
{
	if (!file)
		return;
	free(file->path);
	free(file->folder);
	free(file);
}

const char *textfile__folder(const struct textfile *file)
{
	return file->folder;
}

uint64_t textfile__writes(const struct textfile *file)
{
	return file->writes;
}

uint64_t textfile__failures(const struct textfile *file)
{
	return file->failures;
}
