export function DesignPage() {
  return <main id="main" />;
}
