//! Spanish: verbs stand in front, as infinitives ("Eliminar nota") or commands ("Elimina").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const SPANISH: Language = Language {
    order: Order::First,
    spaced: true,
    skipped: "sí|si|ok|aceptar|vale|por|favor|y|confirmar|continuar|ahora|permanentemente|definitivamente|inmediatamente|forzar|de|todos|modos|todo|realmente|quiero|para|siempre",
    joiners: "y|e|&|o|u|luego|+",
    guards: "",
    finding: "buscar|búsqueda|encontrar|reemplazar|sustituir",
    rules: &[
        harmless("quitar|extraer", With("seguridad|marca|sangría")),
        harmless("buscar|encontrar", Always),
        harmless(
            "cerrar paréntesis|cerrar corchete|cerrar corchetes|cerrar llave|cerrar comillas|cerrar etiqueta|cerrar trazado|cerrar forma",
            Always,
        ),
        harmless(
            "cerrar|salir|quitar|abandonar",
            With(
                "búsqueda|panel|barra|menú|notificación|aviso|banner|consejo|mensaje|completa|vista|cajón|subtítulos|emergente|lateral|presentación|favoritos|enlace|marcador|hipervínculo",
            ),
        ),
        harmless("cerrar", Dismisses),
        harmless("enviar", With("atrás|fondo|frente|adelante|comentarios|opinión|sugerencias|detrás")),
        harmless(
            "eliminar|borrar|quitar|limpiar|vaciar|remover",
            With(
                "formato|filtro|filtros|resaltado|búsqueda|selección|entrada|pantalla|estilo|estilos|portapapeles|palabra|carácter|tecla|favoritos|enlace|marcador|hipervínculo",
            ),
        ),
        harmless(
            "restablecer|reiniciar|resetear",
            With(
                "zoom|vista|contraseña|filtro|filtros|búsqueda|diseño|formulario|temporizador|columnas|juego|nivel|vídeo|video|partida|canción|pista|animación|numeración|recorrido|cronómetro",
            ),
        ),
        harmless(
            "formatear",
            With("texto|celdas|celda|párrafo|código|documento|página|números|selección|tabla"),
        ),
        harmless("pagar", With("atención")),
        harmless("suspender", With("notificaciones|actualizaciones|temporizador")),
        rule(
            Risk::Discard,
            "descartar|descarta|no guardar|no guardes|cerrar sin guardar|salir sin guardar|continuar sin guardar|abandonar los cambios|abandonar cambios|perder los cambios|perder cambios|deshacer todos los cambios|revertir|eliminar borrador|eliminar el borrador|desechar|rechazar los cambios|rechazar cambios",
            Always,
        ),
        rule(
            Risk::System,
            "apagar el equipo|apagar el ordenador|apagar equipo|apagar ordenador|apagar la computadora|apagar sistema|apagar el sistema|apagar ahora|reiniciar ahora|reiniciar el equipo|reiniciar equipo|reiniciar el sistema|reiniciar sistema|reiniciar y actualizar|reiniciar el ordenador|reiniciar la computadora|hibernar|suspender|restablecer valores de fábrica|restablecer de fábrica|restaurar valores de fábrica|restaurar a los valores de fábrica|restablecimiento de fábrica|actualizar y reiniciar|instalar y reiniciar",
            Always,
        ),
        rule(
            Risk::System,
            "formatear|particionar|borrar|inicializar|formatar",
            With("disco|unidad|partición|volumen|usb|tarjeta|dispositivo|teléfono"),
        ),
        rule(
            Risk::System,
            "restablecer",
            With("dispositivo|equipo|ordenador|pc|teléfono|red|fábrica|computadora"),
        ),
        rule(Risk::System, "reiniciar", Alone),
        rule(
            Risk::SignOut,
            "cerrar sesión|cerrar la sesión|cerrar todas las sesiones|finalizar sesión|terminar sesión|terminar la sesión|desconectarse|salir de la sesión|salir de la cuenta|cierra sesión",
            Always,
        ),
        rule(
            Risk::Purchase,
            "comprar|compra ahora|pagar|paga ahora|realizar pedido|hacer pedido|hacer el pedido|confirmar pedido|confirmar el pedido|confirmar compra|confirmar la compra|confirmar pago|confirmar el pago|finalizar compra|finalizar la compra|completar compra|completar la compra|completar el pago|realizar pago|realizar el pago|tramitar pedido|enviar pedido|enviar el pedido|donar|reservar ahora|enviar dinero|transferir dinero|transferir fondos|recargar saldo|suscribirse ahora|alquilar|pedir ahora|pujar|enviar pago|encargar",
            Always,
        ),
        rule(
            Risk::Delete,
            "eliminar|elimina|borrar|borra|suprimir|quitar|desinstalar|destruir|remover|tirar|purgar|mover a la papelera|mover al basurero|mover a papelera|enviar a la papelera|tirar a la papelera|echar a la papelera|vaciar papelera|vaciar la papelera|vaciar carpeta|vaciar la carpeta|cerrar cuenta|cerrar la cuenta|cancelar cuenta|cancelar la cuenta|desactivar cuenta|desactivar la cuenta|dar de baja la cuenta",
            Always,
        ),
        rule(Risk::Delete, "olvidar", With("red|dispositivo|contraseña|sitio|cuenta")),
        rule(
            Risk::Delete,
            "limpiar|vaciar|restablecer",
            With(
                "historial|histórico|datos|cookies|caché|registro|registros|mensajes|conversación|lista|estadísticas|todo|contraseñas|recientes|spam",
            ),
        ),
        rule(
            Risk::Overwrite,
            "sobrescribir|sobreescribir|guardar encima|restaurar copia|restaurar copia de seguridad|restaurar la copia de seguridad|restaurar valores predeterminados|restaurar los valores predeterminados|restablecer valores predeterminados|restablecer los valores predeterminados|restablecer configuración|restablecer la configuración|restablecer ajustes|restablecer preferencias|restablecer a los valores predeterminados",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "reemplazar|sustituir|remplazar",
            With("archivo|archivos|fichero|existente|existentes|documento|carpeta|destino|original"),
        ),
        rule(Risk::Overwrite, "reemplazar|sustituir|remplazar", InDialog),
        rule(
            Risk::Send,
            "enviar|envía|envíe|publicar|publica|postear|tuitear|presentar solicitud|remitir|transmitir|responder y enviar|mandar",
            Always,
        ),
        rule(
            Risk::Close,
            "cerrar|cierra|salir|forzar salida|forzar cierre|forzar la salida|finalizar tarea|terminar proceso|finalizar proceso|terminar programa",
            Always,
        ),
    ],
};
