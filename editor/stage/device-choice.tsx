import {m} from '../messages/index.ts';
import type {Device} from '../session/view.ts';
import {Monitor, Smartphone} from '../shell/icons.ts';
import {IconButton} from '../shell/menu.tsx';

type Props = {device: Device; choose: (device: Device) => void; class?: string};

/** Chooses the device on which the tour is viewed. */
export function DeviceChoice({device, choose, class: name = ''}: Props) {
	const choice = (name: Device, Icon: typeof Monitor) => (
		<IconButton pressed={device === name} label={m.edit[name]} press={() => choose(name)}>
			<Icon size={18} />
		</IconButton>
	);
	return (
		<fieldset class={`group ${name}`.trim()} aria-label={m.edit.device}>
			{choice('desk', Monitor)}
			{choice('phone', Smartphone)}
		</fieldset>
	);
}
