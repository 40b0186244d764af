/** The first stop of the Tab key: past the header, to the page itself. */
export const SkipLink = () => (
  <a href="#main" className="skip-link">
    Skip to content
  </a>
)
