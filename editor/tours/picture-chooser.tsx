import type {ComponentChildren} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {hear, isWriting} from '../shell/hands.ts';
import {picturesIn} from './create-tour.ts';
import {PICTURE_TYPES} from './upload.ts';

type Props = {take: (files: File[]) => void; children: ComponentChildren; class: string; single?: boolean; label?: string};

/** A button that lets one choose pictures from the device. */
export function PictureChooser({take, children, class: look, single = false, label}: Props) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			<button type="button" class={look} aria-label={label} title={label} onClick={() => input.current!.click()}>
				{children}
			</button>
			<input
				ref={input}
				type="file"
				accept={PICTURE_TYPES}
				multiple={!single}
				hidden
				onChange={event => {
					const files = [...(event.currentTarget.files ?? [])];
					// The same file may be chosen again.
					event.currentTarget.value = '';
					if (files.length > 0) take(files);
				}}
			/>
		</>
	);
}

/** Takes pictures that are dropped or pasted anywhere on the page; returns whether some are held over it. */
export function usePictureDrop(take: (files: File[]) => void): boolean {
	const [over, setOver] = useState(false);
	useEffect(() => {
		// Entering a part of the page leaves another: only the last one leaves the page.
		let depth = 0;
		const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
		return hear({
			dragenter: event => {
				if (!isFiles(event)) return;
				depth++;
				setOver(true);
			},
			dragleave: event => {
				if (isFiles(event) && --depth <= 0) setOver(false);
			},
			dragover: event => {
				if (isFiles(event)) event.preventDefault();
			},
			drop: event => {
				if (!isFiles(event)) return;
				event.preventDefault();
				depth = 0;
				setOver(false);
				const files = [...event.dataTransfer!.files];
				// They are gone after the event.
				const entries = [...event.dataTransfer!.items].map(item => item.webkitGetAsEntry());
				if (files.length > 0) picturesIn(entries, files).then(take);
			},
			paste: event => {
				const files = [...(event.clipboardData?.files ?? [])];
				// Cells of a spreadsheet come as words and as a picture of themselves: a field takes the words.
				if (files.length === 0 || (isWriting(event) && event.clipboardData!.types.includes('text/plain'))) return;
				event.preventDefault();
				take(files);
			},
		});
	}, [take]);
	return over;
}
