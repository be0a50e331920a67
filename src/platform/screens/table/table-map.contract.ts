/** What the map above a list shows, as server and browser agree on it. */
export interface MapModel {
  /** Taken together by place, those with the most first. */
  places: {
    latitude: number
    longitude: number
    count: number
    /** Where most of them are, and whether others are elsewhere. */
    city: string | null
    isAround: boolean
    /** Some of what is there, each with the address of its popup. */
    items: { label: string; text: string; href: string }[]
  }[]
  /** How many the map cannot show, since nobody knows where they are. */
  without: number
  /** Whether there are more places than these. */
  isMore: boolean
}
