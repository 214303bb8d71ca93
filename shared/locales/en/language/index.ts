export {COMMAND, WORDING} from './wording.ts';

import type {Detection, LanguageFacts} from '../../language.ts';

export const FACTS: LanguageFacts = {englishName: 'English', request: 'English (en)', iso639: 'eng', steps: ['step', 'steps']};

export const DETECTION: Detection = {
	words: `the a an and or but of to in on at by for from with without into over under about as is are was were be been being it its this that
these those there here you your yours we our they their them he she his her i my me who what which when where why how if then than so not no
yes do does did done have has had can could will would should may might must let get gets got make makes go goes see sees look now next first
last new all any each every some more most less other another only just also up down out off back again after before while until click press
select choose pick type enter fill open close save add create edit delete remove send receive start begin continue finish use using drag drop
drag share download upload sign log search find button screen page panel menu list tab field fields box name password account user users file
files data message report reports customer customers order orders product products team company project projects task tasks sale sales payment
payments settings step steps time day days today right left top bottom corner side ready welcome done one two three show shows set sets turn
change changes keep need needs want work works help here's it's you're don't that's let's`,
	spelling: /^(wh|th|sh|kn)|[aeiou]{2}gh|tch|sh$|ck|(tion|tions|ed|ly|ness|ful|less|ment|ments|able|ity|ies|'s|n't)$/,
};
