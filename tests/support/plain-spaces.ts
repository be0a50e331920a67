/** The same, with plain spaces for those that do not break, as amounts have them: as they are typed in tests. */
export const plainSpaces = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('\u00a0', ' ')) as T
