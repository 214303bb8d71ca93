import type {Messages} from '../messages.ts';

export const status: Messages['status'] = {
	not_found: {
		title: 'Este tour no existe',
		text: 'Es posible que la dirección esté incompleta. Comprueba el enlace con quien te lo envió.',
	},
	taken_down: {
		title: 'Este tour ya no está publicado',
		text: 'Su autor dejó de publicarlo. El mismo enlace volverá a funcionar si lo publica de nuevo.',
	},
	expired: {
		title: 'Esta vista previa ha caducado',
		text: 'Los enlaces de vista previa valen 7 días. Pide uno nuevo a quien te lo envió.',
	},
};
