/** How the names of all begin that AI has made for a tour and the browser keeps: beside the journal, so that signing out erases both. */
export function keptOf(accountId: string, tourId: string): string {
	return `ai ${accountId} ${tourId} `;
}
