/** What the global search answers, to the search bar and the palette. */
export interface SearchResult {
  searchable_type: string
  searchable_id: number
  searchable_field: string
  value: string
  name: string
  /** What helps to choose: company and place of a person, day and places of a planning. */
  beside: string
  status?: { label: string; css: string }
}

/** What the palette knows besides what stands on the page. */
export interface PaletteAnswer {
  /** Other words for what the frame of the page leads to, by its address. */
  words: Record<string, string>
  /** Places that no entry of the menu leads to. */
  /** `texts` stand in it, and `?find=` leads to one of them. */
  places: { label: string; icon: string; href: string; words: string; texts: string[] }[]
}

export interface SearchAnswer {
  data: SearchResult[]
  last_page: number
}
