/** Arrow keys walk through a grid of links, whatever its number of columns is. */
export function walkGrid(event: KeyboardEvent): void {
	const grid = event.currentTarget as HTMLElement;
	const links = [...grid.querySelectorAll<HTMLElement>('a.open')];
	const at = links.indexOf(document.activeElement as HTMLElement);
	if (at === -1) return;
	const top = links[0]!.getBoundingClientRect().top;
	const columns = links.filter(link => link.getBoundingClientRect().top === top).length;
	const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns}[event.key];
	if (!step || !links[at + step]) return;
	event.preventDefault();
	links[at + step]!.focus();
}
