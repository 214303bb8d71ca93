import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import type {Guide, GuideLink, GuideStep} from '../../../shared/folder/write-guide.ts';
import {type Html, html, oneLine, trusted} from '../../../shared/html.ts';
import {marked} from '../../../shared/tour/marked.ts';
import {nearestReadable} from '../../../shared/tour/themes.ts';
import {coverDirection} from '../../cover/words.ts';

/** Draws the guide as a page without a script, to read, and to copy into editors that know no Markdown. */
export function guidePage({title, intro, steps, end}: Guide, {language, theme}: Snapshot): string {
	const accent = nearestReadable(theme.colors.accent, '#FFFFFF');
	const link = intro.link && html` · ${anchor(intro.link)}`;
	const page = html`<!doctype html>
<html lang="${language}" dir="${coverDirection(title, language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${oneLine(title)}</title>
<style>${trusted(style(accent))}</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p><bdi>${intro.words}</bdi>${link}</p>
${steps.map(section)}${end && closing(end)}
</body>
</html>
`;
	return page.markup;
}

function section({step: {title, text}, picture}: GuideStep, index: number): Html {
	const image = picture && html`<p><img src="${picture.file}" alt="${picture.alt}"></p>\n`;
	return html`<h2 dir="auto">${index + 1}. ${String(title ?? '')}</h2>
${paragraphs(String(text ?? ''))}${image}`;
}

function closing({title, text, links}: NonNullable<Guide['end']>): Html {
	const list = links.length > 0 && html`<ul>${links.map(entry => html`<li>${anchor(entry)}</li>`)}</ul>`;
	return html`<hr>
${title && html`<p dir="auto"><strong>${title}</strong></p>`}${paragraphs(text ?? '')}${list}`;
}

function anchor({label, url}: GuideLink): Html {
	return html`<a href="${url}"><bdi>${label}</bdi></a>`;
}

function paragraphs(text: string): Html[] {
	const parts = text.split(/\n\s*\n/).filter(part => part.trim());
	return parts.map(part => {
		const lines = part.trim().split('\n');
		return html`<p dir="auto">${lines.map((line, index) => (index > 0 ? html`<br>${marked(line)}` : html`${marked(line)}`))}</p>\n`;
	});
}

function style(accent: string): string {
	return `body{max-width:800px;margin:3rem auto;padding:0 1.25rem;font:1rem/1.6 system-ui,sans-serif;color:#1c1f26;background:#fff;overflow-wrap:anywhere}
h1{font-size:2rem;line-height:1.2}
h2{font-size:1.3rem;line-height:1.3;margin:2.5rem 0 .5rem}
p{margin:.5rem 0}
img{display:block;max-width:100%;height:auto;margin:1rem 0;border:1px solid #d5d9e0}
kbd{padding:0 .4em;border:1px solid;border-radius:.3em;font:inherit}
hr{margin:3rem 0 2rem;border:0;border-top:1px solid #d5d9e0}
a{color:${accent}}`;
}
