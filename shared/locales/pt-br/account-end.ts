import type {Messages} from '../messages.ts';

export const accountEnd: Messages['accountEnd'] = {
	export: 'Uma cópia de tudo',
	exportMeans:
		'Um zip com cada tour como documento, também os da lixeira, com imagens, narração, leads e estatísticas, e os dados da sua conta. Pode ser baixado por 24 horas; você pode pedir uma cópia por dia.',
	exportButton: 'Pedir uma cópia',
	ordered: 'A cópia está sendo feita. Esta página mostra quando estiver pronta.',
	tooSoon: 'Você pode pedir uma cópia por dia. Tente de novo amanhã.',
	states: {queued: 'na fila', running: 'sendo feita', ready: 'pronta', failed: 'falhou: peça outra'},
	fetch: (size: string) => `Baixar (${size})`,
	until: (date: string) => `até ${date}`,
	of: (date: string) => `de ${date}`,
	closingTitle: 'Esta conta está sendo excluída',
	closing: (date: string) =>
		`Em ${date} tudo o que há nela será excluído para sempre. Até lá os links não funcionam, as chaves de API continuam revogadas e os aplicativos, desconectados.`,
	takeBack: 'Manter a conta',
	takeBackMeans: 'Tours e links ficam como estavam. É preciso criar as chaves e conectar os aplicativos de novo.',
	signOut: 'Sair',
	readme: {
		title: 'Uma cópia da sua conta no Roteiro',
		made: (date: string) => `Feita em ${date}.`,
		files: [
			['account.json', 'seu perfil, onde você entrou, chaves de API (sem as próprias chaves) e aplicativos conectados'],
			['tours.jsonl', 'a lista dos tours, um por linha'],
			['tours/ID/document.json', 'um tour como documento'],
			['tours/ID/about.json', 'seu link, datas, narração e versões, e quando foi excluído se está na lixeira'],
			['tours/ID/statistics.json', 'visualizações, conclusões, cliques e leads de cada dia, e quantas vezes cada passo foi visto'],
			['images/, images.jsonl', 'cada imagem sem os metadados, e a lista delas'],
			['narration/, narration.jsonl', 'as narrações, e seus textos'],
			['leads.jsonl', 'o que visitantes deixaram nos formulários, com o que aceitaram'],
			['uses.jsonl', 'a atividade de chaves e aplicativos nos últimos 90 dias'],
			['SHA256SUMS', 'somas de todos os arquivos: sha256sum -c SHA256SUMS'],
		],
		again:
			'Para recuperar um tour, aqui ou em outro Roteiro: envie suas imagens (POST /v1/media com os bytes) e depois o documento (PUT /v1/documents/CHAVE com {"document": …}, sendo CHAVE um nome à sua escolha). As imagens são encontradas por seus nomes, que são somas de seus bytes.',
		care: 'leads.jsonl contém dados pessoais de outras pessoas. Guarde este arquivo onde ninguém mais o leia.',
	},
};
