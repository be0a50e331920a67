/**
 * Errors a handler may throw; `http/answer-errors.ts` turns them into answers. Their messages are Dutch and meant for
 * the user.
 */
export class HttpError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, message: string, body: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** 404: no such record, or one outside the viewer's scope; the two must not be told apart (rulings 3). */
export class NotFound extends HttpError {
  constructor(what = 'Deze gegevens zijn') {
    super(404, `${what} niet gevonden.`)
  }
}

/** 401: no session. */
export class NotSignedIn extends HttpError {
  constructor() {
    super(401, 'U bent niet ingelogd.')
  }
}

/** 403: the role does not allow it. `redirect` opens in a small window (P-209). */
export class Forbidden extends HttpError {
  constructor(message = 'U heeft geen toegang tot dit onderdeel.', redirect?: string) {
    super(403, message, redirect === undefined ? {} : { redirect })
  }
}

export type FieldMessages = Record<string, string[]>

/** 422: a map of field to Dutch messages; the form-wide key is `_form` (rulings 3). */
export class Invalid extends HttpError {
  readonly fields: FieldMessages

  constructor(fields: FieldMessages) {
    super(422, Object.values(fields)[0]?.[0] ?? 'Controleer uw invoer.')
    this.fields = fields
  }
}

export interface Reason {
  /** What stands in the way, in the plural: 'Inschrijvingen'. */
  label: string
  /** One of them, where a sentence names it: 'inschrijving'. */
  one?: string
  count: number
  url?: string
}

/** 409: deleting or disabling is blocked; `reasons` is the answer of getDeletionPreventors too. */
export class Blocked extends HttpError {
  constructor(reasons: Reason[], message = 'Kan niet worden verwijderd') {
    super(409, message, { reasons })
  }
}

export interface StaleDetails {
  by: string
  at: string
  /** The row's version now: who saves with it after all overwrites what the other one saved. */
  version: number
  fields: Record<string, [mine: unknown, theirs: unknown]>
}

/** 409: somebody else saved the record in between; carries both values of each field that differs. */
export class Stale extends HttpError {
  constructor(details: StaleDetails) {
    super(409, `Deze gegevens zijn intussen gewijzigd door ${details.by}.`, { stale: details })
  }
}

/** What somebody has to look at before a save goes on. */
export interface Question {
  /** With lines it is asked in a window of its own, which has this above it. */
  title?: string
  text: string
  /** What is asked about, one by one; `isNew` what was not there when its sender looked. */
  lines?: { text: string; isNew: boolean }[]
  /** Where in the form each of it is, marked when the sender goes back. */
  fields?: FieldMessages
  links: { label: string; url: string }[]
  /** What the button says that saves after all; it sends the form again with this value in this field. */
  go: string
  field: string
  value: string
  /** Where it can be saved in two ways: the other one, which stands first and is what Enter does. */
  otherwise?: { go: string; value: string }
}

/** 409: saved only when the form says that its sender saw this. */
export class Unconfirmed extends HttpError {
  constructor(question: Question) {
    super(409, question.text, { question })
  }
}

/** 429 with the number of seconds after which a next try makes sense. */
export class TooManyRequests extends HttpError {
  readonly retryAfter: number

  constructor(retryAfter: number, message = 'Te veel pogingen. Probeer het later opnieuw.') {
    super(429, message)
    this.retryAfter = retryAfter
  }
}

/** Seconds after which it makes sense to try again what could not be done just now. */
const SOON = 5

/** 409: somebody else is saving what this save needs, and was not done in time; nothing was changed. */
export class Busy extends HttpError {
  readonly retryAfter = SOON

  constructor() {
    super(409, 'Iemand anders is hier net mee bezig. Probeer het zo opnieuw.')
  }
}

/** 503: the database cannot be reached now. */
export class Unavailable extends HttpError {
  readonly retryAfter = SOON

  constructor() {
    super(503, 'Noordkaap is even niet bereikbaar. Probeer het zo opnieuw; wat u heeft ingevuld, blijft staan.')
  }
}
