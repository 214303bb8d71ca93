/** What lies over a tour's screen, one at a time. */
export type DialogName = 'publish' | 'preview' | 'help' | 'conflicts' | 'history' | 'export' | 'flow';
