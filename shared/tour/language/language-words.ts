/**
 * Words by which a language is known in short texts: the small words that hardly a sentence does without, and what tours say of screens. Words
 * that one language lends to the others (login, dashboard, e-mail) are not among them.
 */
export const WORDS = {
	pt: `a o e os as de do da dos das em no na nos nas um uma uns umas ao aos à às por pelo pela pelos pelas para pra com sem sob sobre entre
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
	en: `the a an and or but of to in on at by for from with without into over under about as is are was were be been being it its this that
these those there here you your yours we our they their them he she his her i my me who what which when where why how if then than so not no
yes do does did done have has had can could will would should may might must let get gets got make makes go goes see sees look now next first
last new all any each every some more most less other another only just also up down out off back again after before while until click press
select choose pick type enter fill open close save add create edit delete remove send receive start begin continue finish use using drag drop
drag share download upload sign log search find button screen page panel menu list tab field fields box name password account user users file
files data message report reports customer customers order orders product products team company project projects task tasks sale sales payment
payments settings step steps time day days today right left top bottom corner side ready welcome done one two three show shows set sets turn
change changes keep need needs want work works help here's it's you're don't that's let's`,
	es: `el la los las lo un una unos unas y e o u de del a al en con sin por para sobre entre hasta desde tras según que se no sí es son fue era
ser está están estar hay ha han haber tiene tienen tener ya solo sólo más menos muy mucho mucha muchos muchas poco también aún todavía ahora luego
después antes aquí allí ahí donde dónde cuando cuándo como cómo porque pero ni quien cual cuál cada todo toda todos todas nada algún alguna ningún
otro otra otros otras mismo misma este esta estos estas ese esa esos esas eso esto aquel aquella él ella ellos ellas usted ustedes tú nosotros yo
su sus tu tus mi mis nuestro nuestra le les puede puedes pueden poder debe debes deben va van vamos hace hacer hecho haz haga queda vea ver clic
pulse pulsa pulsar seleccione selecciona seleccionar elija elige elegir escriba escribe escribir rellene rellena introduzca introduce abra abre abrir
cierre cerrar guarde guarda guardar añada añade añadir agregue agregar cree crear edite editar elimine eliminar quite quitar envíe enviar reciba
recibir acceda acceder confirme confirmar cancele cancelar empiece empezar comience continúe continuar vuelva volver use usar utilice descargue
descargar comparta compartir arrastre botón pantalla página panel menú lista pestaña campo campos casilla nombre contraseña cuenta usuario usuarios
archivo archivos datos mensaje informe informes cliente clientes pedido pedidos producto productos equipo empresa proyecto proyectos tarea tareas
venta ventas pago pagos siguiente próximo anterior primer primero primera último última nuevo nueva nuevos nuevas listo bienvenido fin paso pasos
vez veces día días hoy derecha izquierda arriba abajo esquina lado así entonces`,
};

/** Small words of languages that would otherwise be taken for one of ours. */
export const OTHERS = `le les des du et est une pour dans sur avec sans vous votre vos nous il elle ils sont cette ces cet pas plus qui où cliquez
bouton sélectionnez enregistrer il gli di che è e per con non sono della delle dei nel nella alla questo questa fare clic pulsante seleziona più
der die das und ist nicht mit für auf ein eine einen dem den zu von im sie ihr ihre wird werden klicken auswählen speichern
het een van en te dat met niet zijn voor naar op uw klik kies amb els dels aquest aquesta feu botó és i per unha o os na co coa prema
och att som för på är med inte till klicka`;
