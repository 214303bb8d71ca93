import type {ComponentType} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {late} from './lazy.ts';
import {say} from './toast.tsx';

/** A dialog that is fetched when it is asked for; `close` where that cannot be. */
export function Later<Props extends {close: () => void}>({load, ...rest}: Props & {load: () => Promise<ComponentType<Props>>}) {
	const props = rest as unknown as Props;
	const [found, setFound] = useState<{Dialog: ComponentType<Props>} | null>(null);
	useEffect(() => {
		late(load).then(
			Dialog => setFound({Dialog}),
			() => {
				say(navigator.onLine ? m.failed : m.offline);
				props.close();
			},
		);
	}, []);
	return found && <found.Dialog {...props} />;
}
