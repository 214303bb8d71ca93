import type {Messages} from '../messages.ts';

export const leaving: Messages['leaving'] = {
	data: 'Seus dados',
	dataMeans: 'Leve tudo com você, ou exclua a conta',
	back: 'Sua conta',
	export: 'Uma cópia de tudo',
	exportMeans:
		'Um zip com cada tour como documento, a lixeira também, com imagens, narração, leads e estatísticas, e o que se sabe sobre você. Pode ser baixado por 24 horas; faz-se uma cópia por dia.',
	exportButton: 'Fazer uma cópia',
	ordered: 'A cópia está sendo feita. Esta página mostra quando estiver pronta.',
	tooSoon: 'Faz-se uma cópia por dia, e a de hoje já foi pedida.',
	states: {queued: 'na fila', running: 'sendo feita', ready: 'pronta', failed: 'falhou: peça outra'},
	fetch: (size: string) => `Baixar (${size})`,
	until: (date: string) => `até ${date}`,
	of: (date: string) => `de ${date}`,
	delete: 'Excluir a conta',
	deleteMeans:
		'Todos os links deixam de funcionar na hora, você sai em todos os navegadores, chaves e aplicativos não abrem mais nada. Por 14 dias você pode entrar e desistir; depois tudo é excluído para sempre: tours, imagens, leads, estatísticas. Quem opera este serviço pode guardar backups por mais algum tempo.',
	deleteEmail: 'E-mail desta conta',
	deleteButton: 'Excluir minha conta',
	emailWrong: 'Este não é o e-mail desta conta.',
	closingTitle: 'Esta conta está sendo excluída',
	closing: (date: string) =>
		`Em ${date} tudo o que há nela será excluído para sempre. Até lá ninguém vê os links, e chaves e aplicativos continuam encerrados.`,
	takeBack: 'Manter a conta',
	takeBackMeans: 'Tours e links ficam como estavam. Chaves e aplicativos precisam ser feitos de novo.',
	takenBack: 'A conta fica. Seus links voltaram a funcionar.',
	signOut: 'Sair',
	readme: {
		title: 'Uma cópia da sua conta no Roteiro',
		made: (date: string) => `Feita em ${date}.`,
		files: [
			['account.json', 'seu perfil, onde você entrou, chaves de API (sem as próprias chaves) e aplicativos conectados'],
			['tours.jsonl', 'a lista dos tours, um por linha'],
			['tours/ID/document.json', 'um tour como documento'],
			['tours/ID/about.json', 'seu link, datas, narração e versões; "deletedAt" se está na lixeira'],
			['tours/ID/statistics.json', 'visualizações, conclusões, cliques e leads de cada dia, e quantas vezes cada passo foi visto'],
			['images/, images.jsonl', 'cada imagem sem os metadados, e a lista delas'],
			['narration/, narration.jsonl', 'o que foi falado, e as palavras'],
			['leads.jsonl', 'o que visitantes deixaram nos formulários, com o que aceitaram'],
			['uses.jsonl', 'o que chaves e aplicativos fizeram nos últimos 90 dias'],
			['SHA256SUMS', 'somas de todos os arquivos: sha256sum -c SHA256SUMS'],
		],
		again:
			'Para ter um tour de novo, aqui ou em outro Roteiro: envie suas imagens (POST /v1/media com os bytes) e depois o documento (PUT /v1/documents/CHAVE com {"document": …}, sendo CHAVE um nome à sua escolha). As imagens são encontradas por seus nomes, que são somas de seus bytes.',
		care: 'leads.jsonl contém dados pessoais de outras pessoas. Guarde este arquivo onde ninguém mais o leia.',
	},
};
