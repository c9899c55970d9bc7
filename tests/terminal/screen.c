// SPDX-License-Identifier: GPL-2.0-or-later
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vterm.h>

struct screen {
	VTerm *vt;
	VTermScreen *screen;
	VTerm *lexer; /* sees the same bytes, and only takes them apart */
	void (*answer)(const char *bytes, size_t len, void *arg);
	void *arg;
	bool alternate, cursor, mouse;
	unsigned int colours;
	size_t bytes, high_bytes;
	char strays[1024];
	char held[64]; /* not passed on yet, see feed_byte */
	size_t n_held;
};

static void stray(struct screen *s, const char *what, const char *bytes, size_t len)
{
	size_t used = strlen(s->strays);

	snprintf(s->strays + used, sizeof(s->strays) - used, "%s", what);
	for (size_t i = 0; i < len; i++) {
		used = strlen(s->strays);
		snprintf(s->strays + used, sizeof(s->strays) - used, " %02x",
			 (unsigned char)bytes[i]);
	}
	used = strlen(s->strays);
	snprintf(s->strays + used, sizeof(s->strays) - used, "\n");
}

/* The lexer's side. */

/* Gets all that is left, and takes what is text of it. */
static int lex_text(const char *bytes, size_t len, void *user)
{
	size_t n = 1;

	(void)user;
	while (n < len && (unsigned char)bytes[n] >= ' ' && bytes[n] != 0x7f)
		n++;
	return (int)n;
}

static int lex_control(unsigned char control, void *user)
{
	/* 0x8d is how the parser tells ESC M.  BEL is one too many: nothing here should beep. */
	if (!control || !strchr("\b\t\n\r\016\017\x8d", control))
		stray(user, "control", (const char *)&control, 1);
	return 1;
}

static int lex_escape(const char *bytes, size_t len, void *user)
{
	static const char *const known[] = {"(B", "(0", ")B", ")0", "=", ">", "7", "8", "M", "c"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (len == strlen(known[i]) && !memcmp(bytes, known[i], len))
			return 1;
	}
	stray(user, "escape", bytes, len);
	return 1;
}

static int lex_csi(const char *leader, const long args[], int n, const char *intermed, char command,
		   void *user)
{
	struct screen *s = user;

	(void)intermed;
	/* Read here, since libvterm, unlike xterm, has ESC 7 keep the cursor hidden for later. */
	for (int i = 0; leader && leader[0] == '?' && i < n; i++) {
		if (CSI_ARG(args[i]) == 25 && (command == 'h' || command == 'l'))
			s->cursor = command == 'h';
	}
	if (command != 'm')
		return 1;
	for (int i = 0; i < n; i++) {
		long a = CSI_ARG(args[i]);

		/* 39 and 49 go back to the default: no colour of their own. */
		if ((a >= 30 && a <= 38) || (a >= 40 && a <= 48) || (a >= 90 && a <= 107)) {
			s->colours++;
			break;
		}
	}
	return 1;
}

static const VTermParserCallbacks lexer_callbacks = {
	.text = lex_text,
	.control = lex_control,
	.escape = lex_escape,
	.csi = lex_csi,
};

/* The terminal's side. */

static int unknown_csi(const char *leader, const long args[], int n, const char *intermed,
		       char command, void *user)
{
	char text[64];

	(void)intermed;
	/* xterm's stack of titles, part of its way in and out. */
	if (command == 't' && n > 0 && (args[0] == 22 || args[0] == 23))
		return 1;
	/* The Linux console's way to say what the cursor looks like. */
	if (command == 'c' && leader && leader[0] == '?')
		return 1;
	snprintf(text, sizeof(text), "unknown CSI %s %ld %c:", leader ? leader : "",
		 n > 0 ? CSI_ARG(args[0]) : -1, command);
	stray(user, text, "", 0);
	return 1;
}

static int unknown_string(const char *bytes, size_t len, void *user)
{
	stray(user, "unknown string", bytes, len < 16 ? len : 16);
	return 1;
}

static const VTermParserCallbacks unknown_callbacks = {
	.csi = unknown_csi,
	.osc = unknown_string,
	.dcs = unknown_string,
};

static int on_property(VTermProp prop, VTermValue *val, void *user)
{
	struct screen *s = user;

	switch (prop) {
	case VTERM_PROP_ALTSCREEN:
		s->alternate = val->boolean;
		break;
	case VTERM_PROP_MOUSE:
		s->mouse = val->number != VTERM_PROP_MOUSE_NONE;
		break;
	default:
		break;
	}
	return 1;
}

static const VTermScreenCallbacks screen_callbacks = {.settermprop = on_property};

static void on_answer(const char *bytes, size_t len, void *user)
{
	struct screen *s = user;

	if (s->answer)
		s->answer(bytes, len, s->arg);
}

struct screen *screen__new(unsigned int rows, unsigned int cols, bool utf8,
			   void (*answer)(const char *bytes, size_t len, void *arg), void *arg)
{
	struct screen *s = calloc(1, sizeof(*s));

	if (!s)
		abort();
	s->answer = answer;
	s->arg = arg;
	s->cursor = true;
	s->vt = vterm_new((int)rows, (int)cols);
	vterm_set_utf8(s->vt, utf8);
	vterm_output_set_callback(s->vt, on_answer, s);
	s->screen = vterm_obtain_screen(s->vt);
	vterm_screen_enable_altscreen(s->screen, 1);
	vterm_screen_set_callbacks(s->screen, &screen_callbacks, s);
	vterm_screen_set_unrecognised_fallbacks(s->screen, &unknown_callbacks, s);
	vterm_screen_reset(s->screen, 1);
	s->lexer = vterm_new(1, 1);
	vterm_set_utf8(s->lexer, utf8);
	vterm_parser_set_callbacks(s->lexer, &lexer_callbacks, s);
	return s;
}

void screen__free(struct screen *s)
{
	if (!s)
		return;
	vterm_free(s->vt);
	vterm_free(s->lexer);
	free(s);
}

/*
 * Modes: libvterm 0.1 knows only the first of CSI ? 1006 ; 1000 h, so that it
 * gets them one by one.
 */

static void feed_modes(struct screen *s)
{
	const char *p = s->held + strlen("\033[?");
	char one[64], end = s->held[s->n_held - 1];

	while (p < s->held + s->n_held) {
		size_t digits = strspn(p, "0123456789");
		int n = snprintf(one, sizeof(one), "\033[?%.*s%c", (int)digits, p, end);

		vterm_input_write(s->vt, one, (size_t)n);
		p += digits + 1;
	}
}

/* Is what is held the beginning of a setting of modes, or all of it? */
static bool may_be_modes(const struct screen *s)
{
	static const char start[] = "\033[?";

	if (s->n_held <= strlen(start))
		return !memcmp(s->held, start, s->n_held);
	return s->n_held < sizeof(s->held) - 1 && strchr("0123456789;", s->held[s->n_held - 1]);
}

static void feed_byte(struct screen *s, char byte)
{
	if (!s->n_held && byte != '\033') {
		vterm_input_write(s->vt, &byte, 1);
		return;
	}
	s->held[s->n_held++] = byte;
	s->held[s->n_held] = 0;
	if (may_be_modes(s))
		return;
	if (s->n_held > 3 && (byte == 'h' || byte == 'l') && strchr(s->held, ';'))
		feed_modes(s);
	else
		vterm_input_write(s->vt, s->held, s->n_held);
	s->n_held = 0;
}

void screen__feed(struct screen *s, const char *bytes, size_t len)
{
	s->bytes += len;
	vterm_input_write(s->lexer, bytes, len);
	for (size_t i = 0; i < len; i++) {
		s->high_bytes += (unsigned char)bytes[i] >= 0x80;
		feed_byte(s, bytes[i]);
	}
}

void screen__resize(struct screen *s, unsigned int rows, unsigned int cols)
{
	vterm_set_size(s->vt, (int)rows, (int)cols);
}

unsigned int screen__rows(const struct screen *s)
{
	int rows, cols;

	vterm_get_size(s->vt, &rows, &cols);
	return (unsigned int)rows;
}

unsigned int screen__cols(const struct screen *s)
{
	int rows, cols;

	vterm_get_size(s->vt, &rows, &cols);
	return (unsigned int)cols;
}

static size_t put_utf8(char *to, uint32_t c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xc0 | c >> 6);
		to[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		to[0] = (char)(0xe0 | c >> 12);
		to[1] = (char)(0x80 | (c >> 6 & 0x3f));
		to[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	to[0] = (char)(0xf0 | c >> 18);
	to[1] = (char)(0x80 | (c >> 12 & 0x3f));
	to[2] = (char)(0x80 | (c >> 6 & 0x3f));
	to[3] = (char)(0x80 | (c & 0x3f));
	return 4;
}

static int32_t colour(const VTermColor *c)
{
	if (VTERM_COLOR_IS_DEFAULT_FG(c) || VTERM_COLOR_IS_DEFAULT_BG(c))
		return COLOUR_DEFAULT;
	if (VTERM_COLOR_IS_INDEXED(c))
		return c->indexed.idx;
	return COLOUR_RGB | c->rgb.red << 16 | c->rgb.green << 8 | c->rgb.blue;
}

struct screen_cell screen__cell(const struct screen *s, unsigned int y, unsigned int x)
{
	VTermPos pos = {.row = (int)y, .col = (int)x};
	struct screen_cell cell = {.width = 1};
	VTermScreenCell from = {0};
	size_t n = 0;

	if (!vterm_screen_get_cell(s->screen, pos, &from))
		return cell;
	cell.width = (unsigned int)from.width;
	cell.bold = from.attrs.bold;
	cell.underline = from.attrs.underline;
	cell.reverse = from.attrs.reverse;
	cell.fg = colour(&from.fg);
	cell.bg = colour(&from.bg);
	/* All ones stand for the right half of a wide character. */
	if (from.chars[0] == (uint32_t)-1)
		return cell;
	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && from.chars[i]; i++)
		n += put_utf8(cell.text + n, from.chars[i]);
	if (n == 0)
		cell.text[0] = ' ';
	return cell;
}

char *screen__row(const struct screen *s, unsigned int y)
{
	unsigned int cols = screen__cols(s);
	char *row = calloc(cols + 1, sizeof(((struct screen_cell *)0)->text));
	size_t n = 0;

	if (!row)
		abort();
	for (unsigned int x = 0; x < cols; x++) {
		struct screen_cell cell = screen__cell(s, y, x);
		size_t len = strlen(cell.text);

		memcpy(row + n, cell.text, len);
		n += len;
	}
	while (n > 0 && row[n - 1] == ' ')
		n--;
	row[n] = 0;
	return row;
}

char *screen__text(const struct screen *s)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		abort();
	for (unsigned int y = 0; y < screen__rows(s); y++) {
		char *row = screen__row(s, y);

		fprintf(f, "%s\n", row);
		free(row);
	}
	fclose(f);
	return text;
}

bool screen__is_alternate(const struct screen *s)
{
	return s->alternate;
}

bool screen__has_cursor(const struct screen *s)
{
	return s->cursor;
}

bool screen__has_mouse(const struct screen *s)
{
	return s->mouse;
}

void screen__cursor(const struct screen *s, unsigned int *y, unsigned int *x)
{
	VTermPos pos;

	vterm_state_get_cursorpos(vterm_obtain_state(s->vt), &pos);
	*y = (unsigned int)pos.row;
	*x = (unsigned int)pos.col;
}

unsigned int screen__colours(const struct screen *s)
{
	return s->colours;
}

size_t screen__bytes(const struct screen *s)
{
	return s->bytes;
}

size_t screen__high_bytes(const struct screen *s)
{
	return s->high_bytes;
}

const char *screen__strays(const struct screen *s)
{
	return s->strays;
}

/* Keys. */

static const struct {
	const char *name;
	VTermKey key;
} named_keys[] = {
	{"Up", VTERM_KEY_UP},
	{"Down", VTERM_KEY_DOWN},
	{"Left", VTERM_KEY_LEFT},
	{"Right", VTERM_KEY_RIGHT},
	{"Home", VTERM_KEY_HOME},
	{"End", VTERM_KEY_END},
	{"PageUp", VTERM_KEY_PAGEUP},
	{"PageDown", VTERM_KEY_PAGEDOWN},
	{"Delete", VTERM_KEY_DEL},
	{"Tab", VTERM_KEY_TAB},
	{"Enter", VTERM_KEY_ENTER},
	{"Esc", VTERM_KEY_ESCAPE},
	{"Backspace", VTERM_KEY_BACKSPACE},
};

bool screen__key(struct screen *s, const char *name)
{
	unsigned int number;
	char end;

	for (size_t i = 0; i < sizeof(named_keys) / sizeof(named_keys[0]); i++) {
		if (!strcmp(name, named_keys[i].name)) {
			vterm_keyboard_key(s->vt, named_keys[i].key, VTERM_MOD_NONE);
			return true;
		}
	}
	if (!strcmp(name, "BackTab"))
		vterm_keyboard_key(s->vt, VTERM_KEY_TAB, VTERM_MOD_SHIFT);
	else if (!strcmp(name, "Space"))
		vterm_keyboard_unichar(s->vt, ' ', VTERM_MOD_NONE);
	else if (sscanf(name, "F%u%c", &number, &end) == 1 && number >= 1 && number <= 12)
		vterm_keyboard_key(s->vt, VTERM_KEY_FUNCTION(number), VTERM_MOD_NONE);
	else if (name[0] == '^' && name[1] && !name[2])
		on_answer(&(char){(char)(name[1] & 0x1f)}, 1, s);
	else if (name[0] && !name[1])
		vterm_keyboard_unichar(s->vt, (unsigned char)name[0], VTERM_MOD_NONE);
	else
		return false;
	return true;
}

void screen__click(struct screen *s, unsigned int y, unsigned int x)
{
	vterm_mouse_move(s->vt, (int)y, (int)x, VTERM_MOD_NONE);
	vterm_mouse_button(s->vt, 1, true, VTERM_MOD_NONE);
	vterm_mouse_button(s->vt, 1, false, VTERM_MOD_NONE);
}

void screen__wheel(struct screen *s, unsigned int y, unsigned int x, bool up)
{
	vterm_mouse_move(s->vt, (int)y, (int)x, VTERM_MOD_NONE);
	vterm_mouse_button(s->vt, up ? 4 : 5, true, VTERM_MOD_NONE);
}
