import type {Messages} from '../messages.ts';

export const paper: Messages['paper'] = {
	open: 'Abrir el tour interactivo',
	missing: 'La imagen de este paso ya no está guardada.',
};
