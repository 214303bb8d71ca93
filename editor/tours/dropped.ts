import {useEffect, useState} from 'preact/hooks';

/** Takes pictures that are dropped or pasted anywhere on the page; returns whether some are held over it. */
export function usePictureDrop(take: (files: File[]) => void, among: EventTarget | null = window): boolean {
	const [over, setOver] = useState(false);
	useEffect(() => {
		if (!among) return;
		// Entering a part of the page leaves another: only the last one leaves the page.
		let depth = 0;
		const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
		const handlers: Record<string, (event: Event) => void> = {
			dragenter: event => {
				if (!isFiles(event as DragEvent)) return;
				depth++;
				setOver(true);
			},
			dragleave: event => {
				if (isFiles(event as DragEvent) && --depth <= 0) setOver(false);
			},
			dragover: event => {
				if (isFiles(event as DragEvent)) event.preventDefault();
			},
			drop: event => {
				if (!isFiles(event as DragEvent)) return;
				event.preventDefault();
				depth = 0;
				setOver(false);
				const files = [...(event as DragEvent).dataTransfer!.files];
				if (files.length > 0) take(files);
			},
			paste: event => {
				const files = [...((event as ClipboardEvent).clipboardData?.files ?? [])];
				if (files.length === 0) return;
				event.preventDefault();
				take(files);
			},
		};
		for (const [name, handler] of Object.entries(handlers)) among.addEventListener(name, handler);
		return () => {
			for (const [name, handler] of Object.entries(handlers)) among.removeEventListener(name, handler);
		};
	}, [take, among]);
	return over;
}
