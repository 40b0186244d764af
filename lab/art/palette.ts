/** The portal's colors, as in its stylesheet. */
export const paper = '#FAF8F4'
export const sand = '#EDE7DB'
export const ink = '#14231D'
export const evergreen = '#0E4B3A'
export const leaf = '#176B4F'
export const brass = '#B7832F'
export const lightBrass = '#E3B866'
export const hairline = '#DAD3C5'
export const white = '#FFFFFF'
export const muted = '#55605A'
export const brassText = '#80560F'
export const deepEvergreen = '#0A3A2D'
export const approved = { text: '#17663F', surface: '#DDF0E4' }
export const waiting = { text: '#7A5200', surface: '#FBF0CF' }
