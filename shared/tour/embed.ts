/** The HTML that shows a tour inside another page; `width` and `height` are pixels of the first screenshot and give the frame its shape. */
export function embedCode({url, title, width, height}: {url: string; title: string; width: number; height: number}): string {
	return (
		`<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" width="${width}" height="${height}" loading="lazy" ` +
		'allow="fullscreen; autoplay" allowfullscreen ' +
		`style="display:block;width:100%;max-width:100%;height:auto;aspect-ratio:${width}/${height};border:0;border-radius:12px"></iframe>`
	);
}

const ENTITIES: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};

/** Text made safe between tags and inside quoted attributes; control characters, which HTML does not allow, are dropped. */
export function escapeHtml(text: string): string {
	return text.replace(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/g, '').replace(/[&<>"']/g, mark => ENTITIES[mark]!);
}
