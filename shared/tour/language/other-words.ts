/** Small words of languages that would otherwise be taken for one of ours. */
export const OTHERS = `le les des du et est une pour dans sur avec sans vous votre vos nous il elle ils sont cette ces cet pas plus qui où cliquez
bouton sélectionnez enregistrer il gli di che è e per con non sono della delle dei nel nella alla questo questa fare clic pulsante seleziona più
der die das und ist nicht mit für auf ein eine einen dem den zu von im sie ihr ihre wird werden klicken auswählen speichern
het een van en te dat met niet zijn voor naar op uw klik kies amb els dels aquest aquesta feu botó és i per unha o os na co coa prema
och att som för på är med inte till klicka`;
