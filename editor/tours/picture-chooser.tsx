import type {ComponentChildren} from 'preact';
import {useRef} from 'preact/hooks';
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
