/** The mark: a highlight and its click point. */
export const MARK =
	'<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect x="2" y="5" width="20" height="14" rx="4"/><circle cx="15.5" cy="12" r="3.5"/></svg>';
