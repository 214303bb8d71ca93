import type {Version} from '../contract/version.ts';
import type {ListedVersion} from '../store/versions.ts';

export function presentVersion({number, createdAt, actorType, actorName, cause, name}: ListedVersion): Version {
	return {number, createdAt: createdAt.toISOString(), actor: {type: actorType as Version['actor']['type'], name: actorName}, cause, name};
}
