import {type Static, Type} from 'typebox';
import {Choice, Closed, Nullable, Timestamp} from './schema.ts';

/** Who changes tours: a person in the editor, a key, an app. */
const ACTOR_TYPES = ['user', 'key', 'app'] as const;
export type Actor = {type: (typeof ACTOR_TYPES)[number]; id: string; name: string};

/** The number that a call answers where it replaced a tour. */
export const replaced = Type.Optional(Type.Integer({description: 'Number of the version that was replaced, to restore it.'}));

/** Why a version is kept. `import`: before a whole document replaced it; `restore`: before an older version did. */
const VERSION_CAUSES = ['checkpoint', 'publish', 'named', 'import', 'restore'] as const;
export type VersionCause = (typeof VERSION_CAUSES)[number];

export const Version = Closed(
	{
		number: Type.Integer({description: "The tour's version then."}),
		createdAt: Timestamp,
		actor: Closed(
			{
				type: Choice([...ACTOR_TYPES, 'service'], {description: 'user, key, app, or the service itself.'}),
				name: Nullable(Type.String()),
			},
			{description: 'On whose call it was kept.'},
		),
		cause: Choice(VERSION_CAUSES, {
			description:
				'checkpoint: before the first change of a series. publish: what the link showed. named: on request. import, restore: before a document or an older version replaced it.',
		}),
		name: Nullable(Type.String({description: 'What it was called on request.'})),
	},
	{title: 'Version', description: 'A tour as it was.'},
);
export type Version = Static<typeof Version>;
