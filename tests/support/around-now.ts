const YEAR = 365 * 86_400
const now = Math.floor(Date.now() / 1000)

/** The year before and the year after this moment, as the calendar is asked for them: all that the story tells of. */
export const AROUND_NOW = `from=${now - YEAR}&to=${now + YEAR}`

/** From a quarter of a year before this moment to a quarter after it. */
export const HALF_YEAR = `from=${now - Math.floor(YEAR / 4)}&to=${now + Math.floor(YEAR / 4)}`
