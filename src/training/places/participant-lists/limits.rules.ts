/** Upper bounds of one list; above them the list is refused as a whole, nothing is cut off in silence. */
export const MAX_LIST_BYTES = 2 * 1024 * 1024
export const MAX_LIST_LINES = 5_000
export const MAX_LIST_COLUMNS = 200
/** Empty lines included: an export may have thousands of those, but not without end. */
export const MAX_ALL_LINES = 20_000

/** A list that cannot be read. The message is Dutch and meant for the user. */
export class ParticipantListError extends Error {
  override name = 'ParticipantListError'
}

export const TOO_MANY_LINES = 'De lijst heeft meer dan 5.000 regels. Splits de lijst in delen.'
/** Of a workbook: what stands so far below the list is seldom seen. */
export const TOO_FAR_DOWN =
  'In het Excel-bestand staat nog iets op regel {row}; gelezen wordt tot en met regel 20.000. Verwijder wat daar staat, of splits de lijst in delen.'
export const TOO_MANY_COLUMNS = 'De lijst heeft meer dan 200 kolommen. Laat alleen de kolommen met cursisten staan.'

export function refuseWhenTooLarge(bytes: number): void {
  if (bytes > MAX_LIST_BYTES)
    throw new ParticipantListError('De lijst is groter dan 2 MB. Splits de lijst of verwijder overbodige werkbladen.')
}

/** Counts filled lines only: exports often end in thousands of lines with nothing but separators. */
export function refuseWhenTooLong(rows: readonly (readonly string[])[]): void {
  const filled = rows.filter((row) => row.some((cell) => cell !== '')).length
  if (filled === 0) throw new ParticipantListError('De lijst is leeg.')
  if (filled > MAX_LIST_LINES) throw new ParticipantListError(TOO_MANY_LINES)
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  if (width > MAX_LIST_COLUMNS) throw new ParticipantListError(TOO_MANY_COLUMNS)
}
