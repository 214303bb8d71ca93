import type {Messages} from '../messages.ts';

export const status: Messages['status'] = {
	not_found: {title: 'Este tour não existe', text: 'O endereço pode estar incompleto. Confira o link com quem o enviou a você.'},
	taken_down: {
		title: 'Este tour foi retirado do ar',
		text: 'Quem o criou deixou de publicá-lo. O mesmo link volta a funcionar se ele for publicado de novo.',
	},
	expired: {
		title: 'Esta pré-visualização expirou',
		text: 'Links de pré-visualização valem por 7 dias. Peça um novo a quem o enviou a você.',
	},
};
