import type {Messages} from '../messages.ts';

export const status: Messages['status'] = {
	not_found: {
		title: 'Este tour no existe',
		text: 'Es posible que la dirección esté incompleta. Compruebe el enlace con quien se lo envió.',
	},
	taken_down: {
		title: 'Este tour ya no está publicado',
		text: 'Su autor dejó de publicarlo. El mismo enlace volverá a funcionar si lo publica de nuevo.',
	},
	expired: {
		title: 'Esta vista previa ha caducado',
		text: 'Los enlaces de vista previa valen 7 días. Pida uno nuevo a quien se lo envió.',
	},
};
