import type {Messages} from '../messages.ts';

export const paper: Messages['paper'] = {
	open: 'Abrir o tour interativo',
	missing: 'A imagem deste passo não está mais guardada.',
};
