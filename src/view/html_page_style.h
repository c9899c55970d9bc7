/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Head of the page for people, up to its title: policy, colours for light and dark. */
#ifndef VIEW_HTML_PAGE_STYLE_H
#define VIEW_HTML_PAGE_STYLE_H

#define HTML_PAGE_HEAD                                                                             \
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"                  \
	"<meta http-equiv=\"Content-Security-Policy\" "                                            \
	"content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"                             \
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"               \
	"<meta name=\"color-scheme\" content=\"light dark\">\n"                                    \
	"<title>memcgtop</title>\n<style>\n"                                                       \
	":root{--bg:#fff;--fg:#1a1a1a;--dim:#5b5b5b;--line:#dcdcdc;--card:#f6f7f8;"                \
	"--link:#0067a5}\n"                                                                        \
	"@media (prefers-color-scheme:dark){:root{--bg:#16181b;--fg:#e6e6e6;--dim:#a3a3a3;"        \
	"--line:#3a3d42;--card:#1f2226;--link:#62b6f2}}\n"                                         \
	"body{background:var(--bg);color:var(--fg);font:15px/1.45 system-ui,sans-serif;"           \
	"margin:2em auto;max-width:66em;padding:0 1em}\n"                                          \
	"a{color:var(--link)}h1{font-size:1.4em;margin-bottom:0}"                                  \
	"h2{font-size:1.1em;margin:2em 0 .4em}.dim{color:var(--dim)}\n"                            \
	"nav{margin:.6em 0}nav a{margin-right:1.2em}\n"                                            \
	"dl.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(11em,1fr));"          \
	"gap:.6em;margin:1em 0}\n"                                                                 \
	".facts div{background:var(--card);border:1px solid var(--line);border-radius:6px;"        \
	"padding:.5em .8em}\n"                                                                     \
	".facts dt{color:var(--dim);font-size:.87em}.facts dd{margin:0;font-size:1.15em;"          \
	"font-variant-numeric:tabular-nums}\n"                                                     \
	".wide{overflow-x:auto}\n"                                                                 \
	"table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\n"           \
	"th,td{border-bottom:1px solid var(--line);padding:.25em .6em;text-align:right;"           \
	"white-space:nowrap}\n"                                                                    \
	"th:first-child,td:first-child{text-align:left;white-space:normal;"                        \
	"overflow-wrap:anywhere;min-width:9em}\n"                                                  \
	"thead th{font-size:.8em;color:var(--dim)}abbr{text-decoration:none;cursor:help}\n"        \
	"tr.sum td{font-weight:600}.na{color:var(--dim)}\n"                                        \
	"ul.notes,dl.terms{color:var(--dim);padding-left:0;list-style:none;font-size:.93em}\n"     \
	"dl.terms{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em}"                \
	"dl.terms dd{margin:0}\n"                                                                  \
	"</style>\n</head>\n<body>\n"

#endif
