import {escapeHtml, oneLine} from '../../../shared/html.ts';

/** Characters that XML 1.0 forbids, beside those that `escapeHtml` drops. */
const NO_XML = /[\uFFFE\uFFFF]/g;

/**
 * Writes `imsmanifest.xml` of SCORM 1.2: a course of one page, with every file of the package by its path.
 * `identifier` is an XML name.
 */
export function manifest({identifier, title, files}: {identifier: string; title: string; files: readonly string[]}): string {
	const name = xml(oneLine(title) || 'Tour');
	return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${xml(identifier)}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
	<metadata>
		<schema>ADL SCORM</schema>
		<schemaversion>1.2</schemaversion>
	</metadata>
	<organizations default="org">
		<organization identifier="org">
			<title>${name}</title>
			<item identifier="tour" identifierref="page">
				<title>${name}</title>
			</item>
		</organization>
	</organizations>
	<resources>
		<resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
${files.map(file => `\t\t\t<file href="${xml(file)}"/>`).join('\n')}
		</resource>
	</resources>
</manifest>
`;
}

/** The escapes of HTML are numbers and the five names that XML knows. */
function xml(text: string): string {
	return escapeHtml(text.toWellFormed()).replace(NO_XML, '');
}
