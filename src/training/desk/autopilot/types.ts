/** What passes between reading, proposing and showing; plain values, so that a thread can take them. Days are ISO. */

/** A refresher that somebody has to be given a place for. */
export interface Due {
  id: number
  contactId: number
  name: string
  companyId: number | null
  company: string | null
  courseId: number
  course: string
  /** The day by which it is to be taken, and the last on which it still can. */
  dueOn: string
  lastOn: string
  postalCode: string | null
  email: string | null
}

export interface Stretch {
  starts_at: Date
  ends_at: Date
}

/** A planning that people can be given places in: one that is there, or one that is proposed. */
export interface Opening {
  /** 'p' and the part that stands for it; of one that is proposed what it is made from. */
  key: string
  courseId: number
  spans: Stretch[]
  /** Days of the first and of the last part. */
  first: string
  last: string
  free: number
  place: string
  postalCode: string | null
  /** The companies that it is for alone; null: it is for everybody. */
  companies: number[] | null
  fresh: FreshPlanning | null
}

/** What a planning is made from that is proposed. */
export interface FreshPlanning {
  roomId: number | null
  room: string
  /** Who gives each of the parts, in their order: of most courses all the same. */
  teachers: { id: number; name: string }[]
  parts: { componentId: number | null; description: string; starts_at: Date; ends_at: Date }[]
  maxCount: number
}

/** What a course asks, and of whom something is known that decides about it. */
export interface CourseAsks {
  certificates: string[]
  minimumAge: number | null
  language: string | null
  eLearning?: boolean
}

/** A certificate that counts for a course, and the days on which it does. */
export interface Proof {
  contactId: number
  courseId: number
  from: string
  until: string | null
}

/** When somebody or something is busy, by `type-id`. */
export type Busy = ReadonlyMap<string, Stretch[]>

export interface PlannedComponent {
  id: number | null
  description: string
  default_start: string
  duration_minutes: number
  days_after_previous: number
  optional: boolean
  skills: number[]
}

/** A course of which plannings can be proposed. */
export interface PlannableCourse {
  id: number
  name: string
  online: boolean
  maxCount: number
  /** So many people a new planning needs. */
  minimum: number
  components: PlannedComponent[]
}

export interface RoomChoice {
  id: number
  label: string
  capacity: number | null
  establishment: string
  postalCode: string | null
}

export interface TeacherChoice {
  id: number
  name: string
  skills: number[]
  /** Of skills that are proved by a certificate: until when. */
  proofs: { componentId: number; until: string }[]
}

/** All that a proposal is made from. */
export interface Ground {
  today: string
  dues: Due[]
  openings: Opening[]
  courses: PlannableCourse[]
  rooms: RoomChoice[]
  teachers: TeacherChoice[]
  busy: Busy
  /** Closed days as far as is looked ahead. */
  closed: ReadonlySet<string>
  asks: ReadonlyMap<number, CourseAsks>
  birthDates: ReadonlyMap<number, string | null>
  /** In which people follow a course; null: in Dutch. */
  languages: ReadonlyMap<number, string | null>
  proofs: Proof[]
  /** Who finished an e-learning of a course, as `contact-course`. */
  eLearned?: ReadonlySet<string>
  /** Farther than this nobody is sent; null: no matter how far. */
  withinKm: number | null
}

/** One line of a proposal: where somebody goes and why, or why nowhere. */
export interface ProposedLine {
  due: Due
  opening: Opening | null
  /** Within the grace, after the day itself. */
  late: boolean
  km: number | null
  reason: string
}

export interface Proposal {
  lines: ProposedLine[]
  /** The plannings that are proposed, with why then and there. */
  fresh: { opening: Opening; reason: string }[]
}
