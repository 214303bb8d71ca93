export {COMMAND, WORDING} from './wording.ts';

import type {Detection, LanguageFacts} from '../../language.ts';

export const FACTS: LanguageFacts = {
	englishName: 'Portuguese',
	request: 'Brazilian Portuguese (pt-BR); address the reader as "você"',
	iso639: 'por',
	steps: ['passo', 'passos'],
};

export const DETECTION: Detection = {
	words: `a o e os as de do da dos das em no na nos nas um uma uns umas ao aos à às por pelo pela pelos pelas para pra com sem sob sobre entre
até após desde que se não sim é são foi era ser está estão estar tem têm ter há já só mais menos muito muita muitos muitas pouco também ainda
agora depois antes aqui ali lá onde quando como porque pois mas ou nem quem qual quais cada todo toda todos todas tudo nada algum alguma nenhum
outro outra outros outras mesmo mesma este esta estes estas esse essa esses essas isso isto aquele aquela ele ela eles elas você vocês nós eu
seu sua seus suas meu minha nosso nossa lhe pode podem poder deve devem vai vão vamos faz fazer feito fica ficam veja ver vê clique clicar
selecione selecionar escolha escolher digite digitar preencha preencher informe informar abra abrir feche fechar salve salvar adicione adicionar
crie criar edite editar exclua excluir remova remover envie enviar receba receber acesse acessar confirme confirmar cancele cancelar comece
começar continue continuar volte voltar use usar baixe baixar compartilhe compartilhar arraste botão tela página painel menu lista aba campo
campos caixa nome senha conta usuário usuários arquivo arquivos dados mensagem relatório relatórios cliente clientes pedido pedidos produto
produtos equipe empresa projeto projetos tarefa tarefas venda vendas pagamento pagamentos próximo próxima anterior primeiro primeira último última
novo nova novos novas pronto bem-vindo fim passo etapa etapas vez vezes dia dias hoje direita esquerda cima baixo canto lado assim então`,
	spelling: /[ãõêâô]|ç|[nl]h[aeo]|(ção|ções|ões|dade|dades|agem|agens|mente|ário|ários|ável|eiro|eira|ou|ei)$/,
};
