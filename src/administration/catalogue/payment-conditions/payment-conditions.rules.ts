/** Up to so many days two companies agree on freely (art. 6:119a BW). */
export const FREE_DAYS = 60

/** What to know of a term before it is agreed on; null where nothing speaks against it. */
export const termWarning = (days: number): string | null =>
  days > FREE_DAYS
    ? `Langer dan ${FREE_DAYS} dagen mag alleen met een bedrijf, als dat voor geen van beide nadelig is; met een overheid nooit.`
    : null

/** 'Direct', 'Binnen 1 dag', 'Binnen 30 dagen'. */
export const termText = (days: number): string =>
  days === 0 ? 'Direct' : `Binnen ${days} ${days === 1 ? 'dag' : 'dagen'}`
