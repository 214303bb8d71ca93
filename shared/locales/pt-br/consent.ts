import type {Messages} from '../messages.ts';

export const consent: Messages['consent'] = {
	asks: 'pede acesso à sua conta',
	leadsTo: 'Redireciona para',
	describedAt: 'Descrito em',
	account: 'Conta',
	notYou: 'Não é você? Sair',
	places: {program: 'Um programa num computador', extension: 'Uma extensão de um navegador'},
	warning: {
		program:
			'Quem pede é um programa neste computador, e qualquer programa pode usar esse nome. Continue apenas se foi você quem acabou de iniciá-lo.',
		extension:
			'Quem pede é uma extensão deste navegador, e qualquer extensão pode usar esse nome. Continue apenas se foi você quem acabou de pedir isso nela.',
		site: 'Continue apenas se foi você quem acabou de pedir isso nesse endereço.',
	},
	free: 'Sua conta está no plano gratuito. Você pode conectar o app agora, mas as chamadas dele serão recusadas (402) até que a conta tenha o plano Pro.',
	permissions: 'O que ele pode fazer',
	permissionMissing: 'Escolha pelo menos uma permissão, ou cancele.',
	later: 'Você pode desconectá-lo quando quiser, em sua conta.',
	allow: 'Permitir',
	cancel: 'Cancelar',
	refusedTitle: 'Não dá para continuar esta conexão',
	expired: 'O pedido do app expirou ou já foi respondido. Volte ao app e conecte de novo.',
	refused:
		'O app fez um pedido que não podemos atender. Volte a ele e conecte de novo; se continuar, quem o desenvolve entende este detalhe:',
};
