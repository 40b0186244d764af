import type { Config } from 'tailwindcss'

/** Tokens only; their values live as CSS variables in `client/src/app/styles.css`. */
const config: Config = {
  content: [],
  theme: {
    // A closed palette: a color that is not listed here does not exist.
    colors: {
      inherit: 'inherit',
      current: 'currentColor',
      transparent: 'transparent',
      white: 'var(--white)',
      paper: 'var(--paper)',
      sand: { DEFAULT: 'var(--sand)', light: 'var(--sand-light)' },
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      evergreen: { DEFAULT: 'var(--evergreen)', deep: 'var(--evergreen-deep)' },
      leaf: 'var(--leaf)',
      brass: { DEFAULT: 'var(--brass)', text: 'var(--brass-text)', light: 'var(--brass-light)' },
      hairline: 'var(--hairline)',
      control: 'var(--control)',
      success: { DEFAULT: 'var(--success)', surface: 'var(--success-surface)' },
      danger: { DEFAULT: 'var(--danger)', surface: 'var(--danger-surface)' },
      warning: { DEFAULT: 'var(--warning)', surface: 'var(--warning-surface)' },
    },
    fontFamily: {
      sans: ['Inter Variable', 'Inter Fallback', 'Arial', 'sans-serif'],
      display: [
        'Fraunces Variable',
        'Fraunces Fallback',
        'Fraunces Fallback on Android',
        'Georgia',
        'serif',
      ],
      mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'monospace'],
    },
    // Steps of 1.25 from 16 px; `sm` and `lg` are the half steps.
    fontSize: {
      xs: ['0.8125rem', { lineHeight: '1.25rem' }],
      sm: ['0.894rem', { lineHeight: '1.375rem' }],
      base: ['1rem', { lineHeight: '1.625rem' }],
      lg: ['1.118rem', { lineHeight: '1.75rem' }],
      xl: ['1.25rem', { lineHeight: '1.75rem' }],
      '2xl': ['1.5625rem', { lineHeight: '2rem', letterSpacing: '-0.01em' }],
      '3xl': ['1.953rem', { lineHeight: '2.375rem', letterSpacing: '-0.015em' }],
      '4xl': ['2.441rem', { lineHeight: '2.75rem', letterSpacing: '-0.02em' }],
      '5xl': ['3.052rem', { lineHeight: '3.375rem', letterSpacing: '-0.022em' }],
      '6xl': ['3.815rem', { lineHeight: '4.125rem', letterSpacing: '-0.025em' }],
      // Fluid: a page's title and a landing page's opening line.
      title: ['clamp(1.953rem, 1.62rem + 1.48vw, 3.052rem)', { lineHeight: '1.12' }],
      hero: ['clamp(2.441rem, 1.98rem + 2.05vw, 3.815rem)', { lineHeight: '1.06' }],
    },
    extend: {
      borderRadius: { sm: '6px', md: '10px', lg: '12px', xl: '14px' },
      boxShadow: { overlay: '0 24px 64px -16px rgb(20 35 29 / 0.28)' },
      // A measure holds about 75 letters of its own size.
      maxWidth: { content: '72rem', legal: '45rem', measure: '37.5em' },
      spacing: {
        section: 'clamp(3.5rem, 2rem + 6vw, 8rem)',
        header: 'var(--header-height)',
      },
      transitionDuration: { DEFAULT: '150ms' },
      transitionTimingFunction: { DEFAULT: 'cubic-bezier(0.2, 0, 0, 1)' },
      animation: {
        'fade-in': 'fade-in 160ms ease-out both',
        'panel-in': 'panel-in 200ms cubic-bezier(0.2, 0, 0, 1)',
        'toast-in': 'toast-in 180ms cubic-bezier(0.2, 0, 0, 1)',
        'toast-out': 'fade-out 140ms ease-out both',
        'toast-swipe-out': 'toast-swipe-out 140ms ease-out both',
        // Hidden for the first 200 ms, so that a quick answer never flickers.
        skeleton: 'fade-in 160ms 200ms both, pulse 1.8s 360ms ease-in-out infinite',
      },
    },
  },
}

export default config
